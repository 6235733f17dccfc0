export { handler } from "../(_sections)/analytics/export.ts";
