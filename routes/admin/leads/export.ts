export { handler } from "../(_sections)/leads/export.ts";
