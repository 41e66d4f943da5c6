"""Changes of rating lists, and what follows from them."""
