// The page works without this script. It adds two things: Escape puts the facts
// of a region away until the pointer or the focus moves on, and a change of the
// filter is told to screen readers.
(function () {
  "use strict";
  var root = document.documentElement;
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") { root.classList.add("quiet"); }
  });
  ["focusin", "pointerover"].forEach(function (name) {
    document.addEventListener(name, function () { root.classList.remove("quiet"); });
  });
  var status = document.getElementById("filter-status");
  if (status === null) { return; }
  document.querySelectorAll(".filter input").forEach(function (box) {
    box.addEventListener("change", function () {
      var shown = 0;
      var all = document.querySelectorAll(".finding");
      all.forEach(function (item) {
        if (getComputedStyle(item).display !== "none") { shown++; }
      });
      status.textContent = shown + " of " + all.length + " findings shown";
    });
  });
})();
