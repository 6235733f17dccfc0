import "../scripts/send_once.ts";
