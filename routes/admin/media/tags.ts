export { handler } from "../(_sections)/media/suggestions.ts";
