export { handler } from "../../(_sections)/media_upload/page.tsx";
