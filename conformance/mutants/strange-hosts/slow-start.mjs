// Thinks for a while before it does anything.
await new Promise((resolve) => setTimeout(resolve, 500));
