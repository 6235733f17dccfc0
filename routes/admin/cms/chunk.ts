export { handler } from "../(_sections)/cms/chunk.ts";
