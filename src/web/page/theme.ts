// A separate script before the main one, which runs only after the skeleton is drawn. Otherwise a dark theme would
// start with a bright flash. The choice is stored by look.ts.
{
  const chosen = localStorage.getItem('skein.theme')
  if (chosen !== null) document.documentElement.dataset.theme = chosen
}
