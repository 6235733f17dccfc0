// What the admin's pages do beyond HTML. Every page works without it.
(() => {
  let guarded;
  let unsaved;
  let before;
  let leaving = false;

  /** What the form would send; of a field that asks for nothing, nothing. */
  const sent = (form) => new URLSearchParams(new FormData(form)).toString();

  /** Looks after the form of the page, and after one that a script has brought since. */
  function guard() {
    guarded = document.querySelector("form[data-guard]");
    // A form that comes back with errors holds what is not saved, whatever is typed from here on.
    unsaved = guarded?.hasAttribute("data-unsaved") ||
      guarded?.querySelector("[data-error-summary]") ||
      document.querySelector("[data-error-summary]");
    before = guarded && sent(guarded);
    leaving = false;
  }
  guard();
  const isDirty = () => guarded !== null && (unsaved || sent(guarded) !== before);

  addEventListener("beforeunload", (event) => {
    if (!leaving && isDirty()) event.preventDefault();
  });

  // A script that is about to take the form away asks first, and says when there is another one.
  document.addEventListener("guard:ask", (event) => {
    if (isDirty() && !confirm("Leave without saving what you have changed?")) {
      event.preventDefault();
    }
  });
  document.addEventListener("guard:renew", guard);

  // The first submit counts; a second one would do it twice.
  document.addEventListener("submit", (event) => {
    const { target: form, submitter, defaultPrevented } = event;
    if (defaultPrevented || form.method !== "post") return;
    if (form.dataset.sent !== undefined) return event.preventDefault();
    form.dataset.sent = "";
    if (form === guarded) leaving = true;
    // After the browser has read the form, for a disabled button sends nothing.
    setTimeout(() => {
      for (const button of form.elements) {
        if (button.type !== "submit" || button.disabled) continue;
        button.disabled = true;
        button.dataset.submitted = "";
      }
      submitter?.setAttribute("aria-busy", "true");
    });
  });

  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    leaving = false;
    document.querySelector("[data-flash]")?.remove();
    for (const form of document.querySelectorAll("[data-sent]")) delete form.dataset.sent;
    for (const button of document.querySelectorAll("[data-submitted]")) {
      button.disabled = false;
      delete button.dataset.submitted;
      button.removeAttribute("aria-busy");
    }
  });

  const isTyping = (element) =>
    element.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName);

  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key.toLowerCase() === "s" && (ctrlKey || metaKey) && !altKey) {
      const save = guarded?.querySelector("[data-save]");
      if (!save) return;
      event.preventDefault();
      if (!save.disabled) guarded.requestSubmit(save);
    } else if (key === "Escape") {
      const menu = document.querySelector(".admin-menu[open]");
      if (!menu?.contains(target)) return;
      menu.open = false;
      menu.querySelector("summary").focus();
    } else if (!ctrlKey && !metaKey && !altKey && !isTyping(target)) {
      if (key === "/") {
        event.preventDefault();
        document.querySelector("#admin-search").select();
      } else if (key === "?") {
        document.querySelector("#shortcuts").showPopover();
      }
    }
  });

  // How long a text is, while it is typed.
  document.addEventListener("input", ({ target }) => {
    const count = document.querySelector(`[data-count="${CSS.escape(target.id)}"] > span`);
    if (count) count.textContent = target.value.length;
  });

  document.querySelector("[data-error-summary]")?.focus();
})();
