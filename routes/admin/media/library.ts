export { library as handler } from "../(_sections)/media/endpoints.ts";
