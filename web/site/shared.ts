// Of the page of a shared link: goes on to the explorer, with what the link holds besides its step.
const open = document.querySelector<HTMLAnchorElement>("a#open");
if (open) {
  const { hash } = window.location;
  window.location.replace(hash.length > 1 ? open.href.replace(/#.*$/s, "") + hash : open.href);
}
