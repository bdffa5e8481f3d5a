float included;
