/** Share 2 of the files in `tests/api`. */
import { together } from "../together.ts";

await together("api", 2);
