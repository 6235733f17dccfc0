// Brings the chat into the page where its button is pressed for the first time. Without this script the button leads
// to the page of the chat, and so it does where the chat cannot be brought.
(() => {
  const form = document.querySelector("form[data-chat]");
  const button = form.querySelector("button");
  let dialog;
  button.setAttribute("aria-haspopup", "dialog");
  button.setAttribute("aria-expanded", "false");

  function toggle(open) {
    if (open) {
      dialog.show();
      (dialog.querySelector("textarea") ?? dialog).focus();
    } else {
      dialog.close();
      button.focus();
    }
    button.setAttribute("aria-expanded", String(open));
  }

  async function bring() {
    const query = new URLSearchParams(new FormData(form));
    const response = await fetch(`${form.action}?${query}`, {
      signal: AbortSignal.timeout?.(15000),
    });
    if (!response.ok) throw new Error(String(response.status));
    const html = await response.text();
    // The head's own style would be held to the policy of this page.
    const page = new DOMParser().parseFromString(html.slice(html.indexOf("<body")), "text/html");
    const chat = page.getElementById("assistant");
    const scripts = page.querySelectorAll("body > script[type=module]");
    if (!chat || scripts.length === 0) throw new Error("There is no chat in its page");

    dialog = document.createElement("dialog");
    dialog.className = "chat-dock";
    dialog.setAttribute("aria-labelledby", "assistant-title");
    const close = document.createElement("button");
    close.type = "button";
    close.className = "chat-close";
    close.textContent = "Close";
    close.addEventListener("click", () => toggle(false));
    dialog.append(close, chat);
    document.body.append(dialog);
    // What boots the chat there boots it here; the policy of this page asks for its own nonce.
    const nonce = document.querySelector("[nonce]")?.nonce ?? "";
    for (const { textContent } of scripts) {
      const script = Object.assign(document.createElement("script"), { type: "module", nonce });
      script.textContent = textContent;
      dialog.append(script);
    }
    dialog.addEventListener("keydown", (event) => {
      if (event.key === "Escape") toggle(false);
    });
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.getAttribute("aria-busy") === "true") return;
    try {
      if (!dialog) {
        button.setAttribute("aria-busy", "true");
        await bring();
      }
      toggle(!dialog.open);
    } catch {
      form.submit();
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
})();
