export { handler } from "../(_sections)/media/library.ts";
