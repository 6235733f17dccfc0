export { handler } from "../../(_sections)/media_review/page.tsx";
