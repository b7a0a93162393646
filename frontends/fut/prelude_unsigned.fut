-- | Members of the modules of the unsigned integer types, where signed is the signed type that is
-- as wide.

-- | The shift of the module copies the highest bit, as Futhark's does; the operator >> of no module
-- shifts in zeros.
def (>>) (x: t) (y: t) : t = t.signed (signed.t x signed.>> signed.t y)
