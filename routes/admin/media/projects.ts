export { handler } from "../(_sections)/media/projects.ts";
