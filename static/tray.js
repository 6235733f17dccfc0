import "../scripts/tray.ts";
