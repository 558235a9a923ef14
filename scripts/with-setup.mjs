/** Runs a program of the project after the set-up: `node scripts/with-setup.mjs biome check .` */
import { run, setup, tool } from "./setup.mjs";

const [name, ...args] = process.argv.slice(2);
setup({ quiet: true });
const status =
  name === "node"
    ? run(process.execPath, args, { show: true })
    : tool(`@biomejs/${name}/bin/${name}`, args, { show: true });
process.exit(status);
