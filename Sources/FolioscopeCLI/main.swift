import Folioscope

print("folioscope")
