export { handler } from "@/routes/admin/(_sections)/media_upload/file.ts";
