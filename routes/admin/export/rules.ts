export { handler } from "../(_sections)/rules/export.ts";
