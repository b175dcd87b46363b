from garrison.core.scene import Scene
UNTOLD=()
def scene(p,s,player): return Scene()
def describe(e): return str(e)
