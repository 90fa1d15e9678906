// The router parses what it saved in this tab, even when that is nothing: each start then has an error that it catches, and where errors
// are recorded the browser reads the whole shell again for its place.
try {
  sessionStorage['vue-router:scroll'] ??= '{}'
} catch {
  // The page may store nothing.
}

export {}
