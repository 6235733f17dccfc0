export { handler } from "@/routes/admin/(_sections)/media_upload/page.tsx";
