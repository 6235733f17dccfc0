/** What staff paste to say which video they mean. */

const ID = /^[A-Za-z0-9]{6,20}$/;
/** Where the video host puts the id in its addresses; the id in any other is one of something else. */
const IN_PATH = /^\/(?:medias|m|embed\/iframe)\/([A-Za-z0-9]{6,20})\/?$/;
const HOSTS = /^([a-z0-9-]+\.)*wistia\.(com|net)$/;

/** The id of a video at the video host, of the id itself or a link to it; null for anything else. */
export function parseVideoId(pasted: string): string | null {
  const text = pasted.trim();
  if (ID.test(text)) return text;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return HOSTS.test(url.hostname) ? IN_PATH.exec(url.pathname)?.[1] ?? null : null;
}
