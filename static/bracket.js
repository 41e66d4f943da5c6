// The bracket: pressing or focusing a name draws the way of that player, without loading the page again. It reads these attributes:
//   a[data-of=PLAYER]  a name, whose address follows the player; everything with the player in [data-of] gets the class `on`
//   svg.br             has the class `following` while somebody is followed
//   [data-way-of=PLAYER]  the player's results, page and [data-follow-nobody], shown while the player is followed
//   select[data-follow]  follows the player of its option[data-player], with the beginning of the address; empty for nobody
(() => {
  "use strict";
  const { all } = window.topcut;
  const nameOf = (el) => el instanceof Element && el.closest("a[data-of]");
  // The player of the address, by id as addresses spell it.
  let pinned = all("[data-way-of]").find((way) => !way.hidden)?.dataset.wayOf || "";

  function show(player) {
    all("[data-of]").forEach((el) => el.classList.toggle("on", Boolean(player) && el.dataset.of.split(" ").includes(player)));
    all(".page .br").forEach((drawing) => drawing.classList.toggle("following", Boolean(player)));
    all("[data-way-of]").forEach((way) => (way.hidden = way.dataset.wayOf !== player));
    all("[data-follow] option").forEach((option) => (option.selected = option.dataset.player === player));
  }

  function pin(player, address) {
    pinned = player;
    history.replaceState(history.state, "", address);
    show(player);
  }

  document.addEventListener("click", (e) => {
    if (e.ctrlKey || e.metaKey || e.shiftKey) return;
    const name = nameOf(e.target);
    const end = e.target.closest("[data-follow-nobody]");
    if (!name && !end) return;
    e.preventDefault();
    if (end) return pin("", end.href);
    pin(name.dataset.of, name.getAttribute("href"));
  });
  document.addEventListener("change", (e) => {
    const choice = e.target.closest("[data-follow]");
    if (!choice) return;
    const { player } = choice.selectedOptions[0].dataset;
    pin(player, player ? choice.dataset.follow + player : document.querySelector("[data-follow-nobody]").href);
    // Polls wait for a field with the focus, which only a keyboard still needs.
    if (!choice.matches(":focus-visible")) choice.blur();
  });
  // With the keyboard the way is drawn as soon as the name is reached; Enter keeps it.
  document.addEventListener("focusin", (e) => {
    const name = nameOf(e.target);
    if (name?.matches(":focus-visible")) show(name.dataset.of);
  });
  document.addEventListener("focusout", (e) => nameOf(e.target) && !nameOf(e.relatedTarget) && show(pinned));
  document.addEventListener("htmx:afterSwap", () => show(pinned));
})();
