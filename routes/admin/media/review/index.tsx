export { handler } from "@/routes/admin/(_sections)/media_review/page.tsx";
