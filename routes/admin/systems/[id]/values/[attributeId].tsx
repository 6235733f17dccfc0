export { handler } from "@/routes/admin/(_sections)/values/page.tsx";
