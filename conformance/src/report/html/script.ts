/**
 * What the page does by itself: filters runs and requirements, and opens the run that the address names.
 * Without it, everything is still there to be read.
 */
export const script = `
"use strict";
(function () {
  var search = document.getElementById("search");
  var boxes = Array.from(document.querySelectorAll(".bar input[type=checkbox]"));
  var items = Array.from(document.querySelectorAll("[data-text]"));
  var none = document.getElementById("none");
  function filter() {
    var words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    var wanted = boxes.filter(function (box) { return box.checked; }).map(function (box) { return box.value; });
    var shown = 0;
    items.forEach(function (item) {
      var verdict = item.dataset.verdict;
      var fits = words.every(function (word) { return item.dataset.text.includes(word); }) &&
        (verdict === undefined || wanted.includes(verdict));
      item.classList.toggle("hidden", !fits);
      if (fits && verdict !== undefined) shown += 1;
    });
    none.classList.toggle("hidden", shown > 0);
  }
  function openNamed() {
    var id = decodeURIComponent(location.hash.slice(1));
    var run = id === "" ? null : document.getElementById(id);
    if (run === null) return;
    if (run.tagName === "DETAILS") run.open = true;
    if (run.classList.contains("hidden")) {
      search.value = "";
      boxes.forEach(function (box) { box.checked = true; });
      filter();
    }
    run.scrollIntoView();
  }
  search.addEventListener("input", filter);
  boxes.forEach(function (box) { box.addEventListener("change", filter); });
  addEventListener("hashchange", openNamed);
  filter();
  openNamed();
})();
`;
