/** Share 2 of the files in `tests/fuzz`. */
import { together } from "../together.ts";

await together("fuzz", 2);
