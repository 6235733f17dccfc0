export { handler } from "@/routes/admin/(_sections)/gallery/page.tsx";
