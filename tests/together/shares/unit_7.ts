/** Share 7 of the files in `tests/unit`. */
import { together } from "../together.ts";

await together("unit", 7);
