export { default, handler } from "../(_sections)/audit/page.tsx";
