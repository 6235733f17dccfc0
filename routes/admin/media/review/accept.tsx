export { handler } from "../../(_sections)/media_review/accept_page.tsx";
