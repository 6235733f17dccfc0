import "../scripts/admin_media_review.ts";
