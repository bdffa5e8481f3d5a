float y;
  #include "cycle_a.fxh"
