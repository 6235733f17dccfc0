/** Parses the video that staff paste. */

const ID = /^[A-Za-z0-9]{6,20}$/;
/** The paths of the video host that contain a video's id; an id in another path belongs to something else. */
const IN_PATH = /^\/(?:medias|m|embed\/iframe)\/([A-Za-z0-9]{6,20})\/?$/;
const HOSTS = /^([a-z0-9-]+\.)*wistia\.(com|net)$/;

/** Parses a video id, or a link to a video at the video host; returns the id, or null for anything else. */
export function parseVideoId(pasted: string): string | null {
  const text = pasted.trim();
  if (ID.test(text)) return text;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return HOSTS.test(url.hostname) ? IN_PATH.exec(url.pathname)?.[1] ?? null : null;
}
