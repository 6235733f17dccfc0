export { tags as handler } from "../(_sections)/media/endpoints.ts";
