// A script of its own in front of the page's, because that one runs only when the skeleton has been drawn: whoever
// chose the dark shall not be dazzled first. What is chosen here otherwise is kept by look.ts.
{
  const chosen = localStorage.getItem('skein.theme')
  if (chosen !== null) document.documentElement.dataset.theme = chosen
}
