// Of the page of a shared link: goes on to the explorer, with what the link holds besides its step.
const onward = document.querySelector<HTMLAnchorElement>("a#open");
if (onward) {
  const { hash } = window.location;
  window.location.replace(hash.length > 1 ? onward.href.replace(/#.*$/s, "") + hash : onward.href);
}
