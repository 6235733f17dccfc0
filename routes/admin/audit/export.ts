export { handler } from "../(_sections)/audit/export.ts";
