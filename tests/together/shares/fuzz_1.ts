/** Share 1 of the files in `tests/fuzz`. */
import { together } from "../together.ts";

await together("fuzz", 1);
