export { handler } from "@/routes/admin/(_sections)/media_review/accept_page.tsx";
