export { projects as handler } from "../(_sections)/media/endpoints.ts";
