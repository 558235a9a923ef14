// A tool with progress and cancellation. The forecast is made up, so that the example needs no network.
import { setTimeout as wait } from "node:timers/promises";
import { extension, Type } from "@extproto/sdk";

const skies = ["clear", "cloudy", "rain", "snow"];
const schema = Type.Object({
  city: Type.String({ minLength: 1, description: "Name of the city." }),
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 7, description: "How many days; 1 unless given." }),
  ),
});

extension("weather", "1.0.0")
  .tool(
    "weather",
    "Forecasts the weather of a city.",
    schema,
    async ({ city, days = 1 }, { progress, signal }) => {
      const forecast = [];
      for (let day = 1; day <= days; day++) {
        progress(`day ${day} of ${days}`);
        await wait(20, undefined, { signal });
        forecast.push(`day ${day}: ${skies[(city.length * 7 + day) % skies.length]}`);
      }
      return `${city}: ${forecast.join(", ")}`;
    },
  )
  .run();
