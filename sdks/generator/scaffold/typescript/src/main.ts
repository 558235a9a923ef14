import { own } from "./extension.js";

own.run();
