export { handler } from "../../(_sections)/media_upload/descriptions.ts";
