export { handler } from "../../(_sections)/media_upload/file.ts";
