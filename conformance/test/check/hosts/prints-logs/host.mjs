// A host that prints where frames belong, and ends at once.
console.log("starting");
