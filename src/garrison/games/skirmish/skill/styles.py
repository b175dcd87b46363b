"""The styles of Skirmish's policy: a quick one for roll-outs by the thousand, and the veteran's."""

HASTY, VETERAN = 0, 1
