import "../scripts/chat.ts";
