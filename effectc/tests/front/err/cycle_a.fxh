#include "cycle_b.fxh"
